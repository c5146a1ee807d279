/**
 * What nearly every body has: the layout of e-mails when this was written, and the names in a body. Bodies are made small
 * with it, so it must NEVER change: those that wait could not be read any more. It need not follow the layout, either: what
 * is not in here costs some bytes more, until a second one is added beside it.
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
