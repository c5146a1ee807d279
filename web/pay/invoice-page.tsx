import type { InvoicePage } from '@daftar/contract/invoice-document';
import { BrandStyle, Cover } from '../pages/brand.tsx';
import { Icon } from '../pages/icons.tsx';
import type { Words } from '../pages/text.ts';
import { Head } from './head.tsx';

const dirOf = (locale: string) => (locale === 'ar' ? 'rtl' : 'ltr');

/** How to pay: a QR code, and the same address as a link. */
function Pay({ pay }: { pay: NonNullable<InvoicePage['document']['pay']> }) {
  return (
    <div className="sheet-pay">
      <img src={`data:image/svg+xml,${encodeURIComponent(pay.qr)}`} alt="" width={112} height={112} />
      <div>
        <strong>{pay.heading}</strong>
        <p className="quiet">{pay.hint}</p>
        <a href={pay.url} dir="ltr">
          {pay.url}
        </a>
      </div>
    </div>
  );
}

function Sheet({ page: { document, logoUrl } }: { page: InvoicePage }) {
  const { billTo, labels } = document;
  return (
    <article className="card sheet">
      {document.test ? <p className="note center">{document.test}</p> : null}
      <header className="sheet-top">
        <div>
          {logoUrl ? <img className="sheet-logo" src={logoUrl} alt="" /> : null}
          <p className="sheet-merchant">
            <bdi>{document.merchant}</bdi>
          </p>
        </div>
        <div className="sheet-number">
          <h1>{document.heading}</h1>
          <bdi dir="ltr">{document.reference}</bdi>
        </div>
      </header>
      <div className="sheet-facts">
        <div>
          <p className="quiet">{labels.billTo}</p>
          <strong>
            <bdi>{billTo.name}</bdi>
          </strong>
          {[billTo.email, billTo.mobile].filter(Boolean).map((line) => (
            <span key={line} className="line">
              <bdi dir="ltr">{line}</bdi>
            </span>
          ))}
        </div>
        <div>
          {document.facts.map((fact) => (
            <p key={fact.label}>
              <span className="quiet line">{fact.label}</span>
              <bdi>{fact.value}</bdi>
            </p>
          ))}
        </div>
        <p>
          <span className="sheet-status">{document.status.text}</span>
        </p>
      </div>
      <table className="sheet-lines">
        <thead>
          <tr>
            <th scope="col">{labels.item}</th>
            <th scope="col">{labels.amount}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <strong>
                <bdi>{document.name}</bdi>
              </strong>
              {document.description === '' ? null : (
                <p className="quiet sheet-description" dir="auto">
                  {document.description}
                </p>
              )}
            </td>
            <td>
              <bdi>{document.subtotal}</bdi>
            </td>
          </tr>
        </tbody>
        <tfoot>
          {document.lines.map((line) => (
            <tr key={line.label}>
              <th scope="row">{line.label}</th>
              <td>
                <bdi>{line.amount}</bdi>
              </td>
            </tr>
          ))}
          <tr className="sheet-total">
            <th scope="row">{labels.total}</th>
            <td>
              <bdi>{document.total}</bdi>
            </td>
          </tr>
          {document.charged ? (
            <tr>
              <th scope="row">{document.charged.label}</th>
              <td>
                <bdi>{document.charged.amount}</bdi>
              </td>
            </tr>
          ) : null}
        </tfoot>
      </table>
      <div className="sheet-words">
        {document.words.map((words) => (
          <p key={words.locale} lang={words.locale} dir={dirOf(words.locale)}>
            {words.text}
          </p>
        ))}
      </div>
      {document.pay ? <Pay pay={document.pay} /> : null}
      {document.own ? (
        <p className="own-words" lang={document.own.locale} dir={dirOf(document.own.locale)}>
          {document.own.text}
        </p>
      ) : null}
      <p className="small-print">{document.footer}</p>
    </article>
  );
}

/** The printable page of an invoice, with the content of the PDF. */
export function InvoiceDocument(props: { words: Words; page: InvoicePage; style: string; script: string }) {
  const { words, page, style, script } = props;
  const { token, document } = page;
  return (
    <html lang={document.locale} dir={dirOf(document.locale)}>
      <Head title={document.title} style={style}>
        <BrandStyle brand={page.brand} />
      </Head>
      <body>
        <Cover brand={page.brand} />
        <main className="page sheet-page">
          <nav className="actions sheet-actions" aria-label={words.t('document')}>
            <button type="button" className="main" data-print="" hidden>
              <Icon name="print" /> {words.t('print')}
            </button>
            <a className="second" href={`/pay/${token}/invoice.pdf`}>
              {words.t('document.pdf')}
            </a>
            {document.pay ? (
              <a className="second" href={`/pay/${token}`}>
                {words.t('document.pay')}
              </a>
            ) : null}
          </nav>
          <Sheet page={page} />
        </main>
        <script>{script}</script>
      </body>
    </html>
  );
}
