/**
 * The deflate dictionary of message bodies: the layout of e-mails when this was written, and the keys of a body. It must
 * NEVER change, because waiting bodies could not be read any more; a test holds its hash. It need not follow the layout:
 * what it lacks costs some bytes, until a second dictionary is added beside it.
 *
 * A body is compressed with it, then encrypted, and waits until the gateway takes it or its time is over. At 560 bytes it
 * fits into its row, where 2.5 kB do not. Bodies are stored, not rendered again when sent: a template may change meanwhile,
 * and the facts, codes and links of a message would have to be stored anyway. The compressed length reveals nothing,
 * because readers of the database do not choose what varies in a body. A release before this dictionary cannot read these
 * bodies: after going back, they wait until the newer release runs or they expire.
 */
export const USUAL = Buffer.from(
  [
    `<p style="max-width:560px;margin:0 auto 12px;padding:12px 16px;border-radius:8px;background:#fff3cd;color:#5c4300;font-size:14px"><strong>[`,
    `","html":null,"links":["https://`,
    `","links":[],"from":null,"attachment":null,"unsubscribe":"https://`,
    `{"text":"`,
    `\\n\\n—\\n\\n`,
    `","html":"<!doctype html><html lang=\\"en\\" dir=\\"ltr\\"><html lang=\\"ar\\" dir=\\"rtl\\"><body style=\\"margin:0;background:#f4f5f5;padding:24px;font:16px/1.6 'IBM Plex Sans Arabic','IBM Plex Sans',Tahoma,Arial,sans-serif;color:#1b2327\\">\\n`,
    `<p style=\\"max-width:560px;margin:0 auto 12px;padding:12px 16px;border-radius:8px;background:#fff3cd;color:#5c4300;font-size:14px\\"><strong>[`,
    `]</strong> `,
    `</p><div style=\\"max-width:560px;margin:0 auto;background:#fff;border-radius:12px;padding:32px;text-align:start\\">\\n`,
    `<p style=\\"color:#0f5c5c;margin:0 0 24px;font-weight:700\\">`,
    `</p>\\n<h1 style=\\"margin:0 0 16px;font-size:20px\\">`,
    `</h1><p style=\\"margin:0 0 16px\\">`,
    `</p><p style=\\"margin:0 0 16px\\">`,
    `</p><p style=\\"margin:24px 0\\"><a href=\\"https://`,
    `\\" style=\\"background:#0f5c5c;color:#fff;padding:12px 24px;border-radius:8px;text-decoration:none;display:inline-block\\">`,
    `</a></p>\\n<p style=\\"margin:0 0 16px;color:#5b6670;font-size:13px\\">`,
    `<br><a href=\\"https://`,
    `\\" dir=\\"ltr\\" style=\\"color:#0f5c5c;word-break:break-all\\">https://`,
    `</a></p>\\n<p style=\\"margin:32px 0 0;color:#5b6670;font-size:13px\\">`,
    `</p></div></body></html>","links":["https://`,
    `"],"from":"`,
    `","attachment":null,"unsubscribe":null}`,
  ].join(''),
);

/** The dictionary since e-mails have styles for dark screens. It must NEVER change either. */
export const USUAL_SINCE_DARK = Buffer.from(
  [
    `{"text":"`,
    `\\n\\n—\\n\\n`,
    `","html":null,"links":["https://`,
    `","links":[],"from":null,"attachment":null,"unsubscribe":"https://`,
    `lang=\\"ar\\" dir=\\"rtl\\"`,
    `text-align:right;`,
    `align=\\"right\\"`,
    `<bdi style=\\"white-space:nowrap\\">`,
    `</bdi>&nbsp;EGP`,
    `<br>`,
    `<!doctype html><html lang=\\"en\\" dir=\\"ltr\\"><head><meta charset=\\"utf-8\\"><meta name=\\"viewport\\" content=\\"width=device-width,initial-scale=1\\"><meta name=\\"color-scheme\\" content=\\"light dark\\"><meta name=\\"supported-color-schemes\\" content=\\"light dark\\"><meta name=\\"format-detection\\" content=\\"telephone=no,date=no,address=no,email=no\\"><title>`,
    `</title><style>@media (max-width:480px){.around{padding:12px!important}.paper{padding:20px!important}}</style><style>:root{color-scheme:light dark}@media (prefers-color-scheme: dark){.ground{background:#12191b!important}.paper{background:#1a2426!important}.ink{color:#e8eeee!important}.quiet{color:#a9b6b8!important}.accent{color:#1aa1a1!important}.button{border-color:#157f7f!important}.notice{background:#3d3213!important;color:#ffe7a3!important}}</style></head><body class=\\"ground\\" style=\\"margin:0;padding:0;background:#f6f8f8\\">\\n<div lang=\\"en\\" dir=\\"ltr\\" class=\\"ground around ink\\" style=\\"background:#f6f8f8;padding:24px;text-align:left;font:16px/1.6 'IBM Plex Sans Arabic','IBM Plex Sans',Tahoma,Arial,sans-serif;color:#16252a\\"><div style=\\"display:none;max-height:0;overflow:hidden;mso-hide:all\\">`,
    `&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;</div>\\n<p class=\\"notice\\" style=\\"max-width:560px;margin:0 auto 12px;padding:12px 16px;border-radius:8px;background:#fff3cd;color:#5c4300;font-size:14px\\"><strong>`,
    `</strong> `,
    `</p><!--[if mso]><table role=\\"presentation\\" cellpadding=\\"0\\" cellspacing=\\"0\\" border=\\"0\\" width=\\"560\\" align=\\"center\\"><tr><td><![endif]--><table role=\\"presentation\\" cellpadding=\\"0\\" cellspacing=\\"0\\" border=\\"0\\" width=\\"100%\\" align=\\"center\\" style=\\"max-width:560px;margin:0 auto\\"><tr><td lang=\\"en\\" dir=\\"ltr\\" class=\\"paper ink\\" align=\\"left\\" style=\\"background:#ffffff;border-radius:12px;padding:32px;text-align:left;word-break:break-word;overflow-wrap:anywhere;font:16px/1.6 'IBM Plex Sans Arabic','IBM Plex Sans',Tahoma,Arial,sans-serif;color:#16252a\\">\\n<p class=\\"accent\\" style=\\"color:#0f5c5c;margin:0 0 24px;font-weight:700\\"><bdi>`,
    `</bdi></p>\\n<h1 style=\\"margin:0 0 16px;font-size:20px;line-height:1.4\\"><bdi>`,
    `</bdi></h1><p style=\\"margin:0 0 16px\\"><bdi>`,
    `</bdi></p><p style=\\"margin:0 0 16px\\"><bdi>`,
    `</bdi></p><table role=\\"presentation\\" cellpadding=\\"0\\" cellspacing=\\"0\\" border=\\"0\\" style=\\"margin:24px 0\\"><tr><td style=\\"background:#0f5c5c;border-radius:8px;mso-padding-alt:12px 24px\\"><a class=\\"button\\" href=\\"`,
    `\\" style=\\"background:#0f5c5c;color:#ffffff;border:1px solid #0f5c5c;padding:12px 24px;border-radius:8px;text-decoration:none;display:inline-block\\"><bdi>`,
    `</bdi></a></td></tr></table>\\n<p class=\\"quiet\\" style=\\"color:#55656a;font-size:13px;margin:0 0 16px\\">If the button does not work, open this address:<br><a class=\\"accent\\" href=\\"`,
    `\\" style=\\"color:#0f5c5c;word-break:break-all\\"><bdi dir=\\"ltr\\">`,
    `</bdi></a></p><p style=\\"margin:0 0 16px\\"><a class=\\"accent\\" href=\\"`,
    `\\" style=\\"color:#0f5c5c\\"><bdi>`,
    `</bdi></a></p>\\n<p class=\\"quiet\\" style=\\"color:#55656a;font-size:13px;margin:32px 0 0\\"><bdi>`,
    `</bdi></p></td></tr></table><!--[if mso]></td></tr></table><![endif]--></div></body></html>`,
    `","links":["https://`,
    `"],"from":"`,
    `","attachment":null,"unsubscribe":null}`,
  ].join(''),
);
