import { Money } from '../pages/parts.tsx';
import { Cards, type PageOf, Picture, Wrong } from './parts.tsx';

const FEW = 5;

/** A product, its pictures, and adding it to the cart. */
export function ProductPage({ words, view, page }: PageOf<'product'>) {
  const { product, related, notice } = page;
  const { available } = product;
  const [first, ...others] = product.pictures;
  return (
    <div className="page">
      {notice ? (
        <div className="notice good" role="status">
          <p>{words.t(`product.${notice}`)}</p>
          <a href={`${view.base}/cart`}>{words.t('cart.open')}</a>
        </div>
      ) : null}
      <nav className="trail" aria-label={words.t('categories')}>
        <a href={`${view.base}?category=${product.category.id}`}>
          <bdi>{product.category.name}</bdi>
        </a>
        <span aria-hidden="true"> / </span>
        <a href={`${view.base}?category=${product.category.id}&sub=${product.subCategory.id}`}>
          <bdi>{product.subCategory.name}</bdi>
        </a>
      </nav>
      <div className="product">
        <div className="gallery">
          <Picture className="large" src={first?.large ?? null} alt={product.name} eager main={first} />
          {others.length > 0 ? (
            <ul className="more-pictures">
              {others.map((picture, index) => (
                <li key={picture.large}>
                  <a href={picture.large}>
                    <Picture
                      src={picture.small}
                      alt={words.t('product.picture', { name: product.name, number: index + 2 })}
                    />
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
        <div className="facts">
          <h1>
            <bdi>{product.name}</bdi>
          </h1>
          <p className="price big">
            <Money words={words} value={product.pricePiastres} currency="EGP" />
          </p>
          <Wrong words={words} wrong={page.wrong} />
          {available <= 0 ? (
            <p className="sold-out">{words.t('soldOutLong')}</p>
          ) : (
            <form className="buy" method="post" action={`${view.base}/cart`}>
              <input type="hidden" name="product" value={product.id} />
              <label htmlFor="quantity">{words.t('quantity')}</label>
              <input
                id="quantity"
                name="quantity"
                inputMode="numeric"
                autoComplete="off"
                dir="ltr"
                maxLength={40}
                defaultValue={1}
              />
              <button type="submit" className="main">
                {words.t('product.add')}
              </button>
              {available <= FEW ? (
                <p className="few">{words.t('product.few', { count: available })}</p>
              ) : null}
            </form>
          )}
          <h2>{words.t('product.about')}</h2>
          <p className="text">
            <bdi>{product.description}</bdi>
          </p>
          <dl className="small-facts">
            <div>
              <dt>{words.t('product.code')}</dt>
              <dd>
                <bdi>{product.code}</bdi>
              </dd>
            </div>
            {product.weightGrams === null ? null : (
              <div>
                <dt>{words.t('product.weight')}</dt>
                <dd>
                  {words.t('product.kilograms', { weight: words.number(product.weightGrams / 1000, 3) })}
                </dd>
              </div>
            )}
          </dl>
        </div>
      </div>
      {related.length > 0 ? (
        <section className="related" aria-labelledby="related">
          <h2 id="related">{words.t('product.related')}</h2>
          <Cards words={words} view={view} products={related} />
        </section>
      ) : null}
    </div>
  );
}
