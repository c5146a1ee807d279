import type { CartLineView } from '@daftar/contract/storefront';
import { Money } from '../pages/parts.tsx';
import { Notices, type PageOf, Picture, productAddress, Wrong } from './parts.tsx';

function Line({ words, view, line }: Omit<PageOf<'cart'>, 'page'> & { line: CartLineView }) {
  const id = `quantity-${line.id}`;
  return (
    <li className="line">
      <Picture src={line.picture?.small ?? null} alt="" eager />
      <div className="line-words">
        <a href={productAddress(view, line.id)}>
          <bdi>{line.name}</bdi>
        </a>
        <span className="quiet">
          <Money words={words} value={line.pricePiastres} currency="EGP" />
        </span>
        <div className="line-forms">
          <form method="post" action={`${view.base}/cart`}>
            <input type="hidden" name="product" value={line.id} />
            <input type="hidden" name="action" value="set" />
            <label className="hidden" htmlFor={id}>
              {words.t('quantityOf', { name: line.name })}
            </label>
            <input
              id={id}
              name="quantity"
              inputMode="numeric"
              autoComplete="off"
              dir="ltr"
              maxLength={40}
              defaultValue={line.quantity}
            />
            <button type="submit">{words.t('cart.change')}</button>
          </form>
          <form method="post" action={`${view.base}/cart`}>
            <input type="hidden" name="product" value={line.id} />
            <input type="hidden" name="action" value="set" />
            <input type="hidden" name="quantity" value="0" />
            <button
              type="submit"
              className="plain"
              aria-label={words.t('cart.removeName', { name: line.name })}
            >
              {words.t('cart.remove')}
            </button>
          </form>
        </div>
      </div>
      <Money words={words} value={line.totalPiastres} currency="EGP" />
    </li>
  );
}

/** The cart at current prices. */
export function CartPage({ words, view, page }: PageOf<'cart'>) {
  const { cart } = page;
  return (
    <div className="page narrow">
      <h1>{words.t('cart.title')}</h1>
      <Wrong words={words} wrong={page.wrong} />
      <Notices words={words} notices={cart.notices} />
      {cart.lines.length === 0 ? (
        <div className="empty">
          <p>{words.t('cart.empty')}</p>
          <a href={view.base}>{words.t('list.all')}</a>
        </div>
      ) : (
        <>
          <ul className="lines">
            {cart.lines.map((line) => (
              <Line key={line.id} words={words} view={view} line={line} />
            ))}
          </ul>
          <p className="sum">
            <span>{words.t('total')}</span>
            <Money words={words} value={cart.totalPiastres} currency="EGP" />
          </p>
          <a className="main" href={`${view.base}/checkout`}>
            {words.t('cart.checkout')}
          </a>
          <a className="center" href={view.base}>
            {words.t('cart.goOn')}
          </a>
        </>
      )}
    </div>
  );
}
