import type {
  CartNotice,
  PictureView,
  ProductCardView,
  StorePage,
  StoreView,
} from '@daftar/contract/storefront';
import type { MessageRef } from '@daftar/contract/validate';
import { Money } from '../pages/parts.tsx';
import type { Words } from '../pages/text.ts';

/** Props of each page. */
export interface PageOf<K extends StorePage['kind']> {
  words: Words;
  view: StoreView;
  page: Extract<StorePage, { kind: K }>;
}

/** The path of a product. */
export const productAddress = (view: StoreView, id: number) => `${view.base}/products/${id}`;

/** The longest sides of a picture's two sizes, for `srcset`. */
const WIDTHS = { small: 400, large: 1600 };

interface PictureProps {
  src: string | null;
  alt: string;
  className?: string;
  eager?: boolean;
  /** Loaded first, in the size that the screen needs. */
  main?: PictureView | undefined;
}

/** A picture with reserved space while it loads; a plain surface without one. */
export function Picture(props: PictureProps) {
  const { main } = props;
  const name = props.className ? `picture ${props.className}` : 'picture';
  return props.src ? (
    <img
      className={name}
      src={props.src}
      alt={props.alt}
      width={400}
      height={400}
      loading={props.eager ? 'eager' : 'lazy'}
      decoding="async"
      {...(main
        ? {
            srcSet: `${main.small} ${WIDTHS.small}w, ${main.large} ${WIDTHS.large}w`,
            sizes: '(min-width: 48rem) 34rem, 100vw',
            fetchPriority: 'high' as const,
          }
        : {})}
    />
  ) : (
    <span className={`${name} none`} aria-hidden="true" />
  );
}

/** A grid of products. */
export function Cards({
  words,
  view,
  products,
}: {
  words: Words;
  view: StoreView;
  products: readonly ProductCardView[];
}) {
  return (
    <ul className="cards">
      {products.map((product, index) => (
        <li key={product.id} className="card">
          <a href={productAddress(view, product.id)}>
            <Picture src={product.picture?.small ?? null} alt="" eager={index < 4} />
            <span className="card-name">
              <bdi>{product.name}</bdi>
            </span>
            <span className="price">
              <Money words={words} value={product.pricePiastres} currency="EGP" />
            </span>
            {product.available <= 0 ? <span className="sold-out">{words.t('soldOut')}</span> : null}
          </a>
        </li>
      ))}
    </ul>
  );
}

function sentenceOf(words: Words, notice: CartNotice): string {
  switch (notice.kind) {
    case 'gone':
      return words.t('notice.gone');
    case 'fewer':
      return notice.available === 0
        ? words.t('notice.none', { name: notice.name })
        : words.t('notice.fewer', { name: notice.name, count: notice.available });
    case 'price':
      return words.t('notice.price', {
        name: notice.name,
        before: words.money(notice.beforePiastres, 'EGP'),
        now: words.money(notice.nowPiastres, 'EGP'),
      });
  }
}

/** Why a typed quantity was refused. */
export function Wrong({ words, wrong }: { words: Words; wrong: MessageRef | undefined }) {
  return wrong ? (
    <p className="notice" role="alert">
      {words.message(wrong)}
    </p>
  ) : null;
}

/** What changed in a cart since it was last viewed. */
export function Notices({ words, notices }: { words: Words; notices: readonly CartNotice[] }) {
  if (notices.length === 0) return null;
  return (
    <div className="notice" role="alert">
      <p>{words.t('notice.title')}</p>
      <ul>
        {notices.map((notice) => {
          const sentence = sentenceOf(words, notice);
          return <li key={sentence}>{sentence}</li>;
        })}
      </ul>
    </div>
  );
}
