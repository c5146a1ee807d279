import type { Product } from '@daftar/contract/products';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { OneLine } from '../../../ui/one-line.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { usePhone } from '../../../ui/use-phone.ts';
import { editProductPath } from '../../paths/store.ts';
import { useMay } from '../../shared/permissions.ts';
import classes from './columns.module.css';
import { Thumb } from './thumb.tsx';

/** The characters of a description that are shown before it is expanded. */
const PREVIEW_CHARACTERS = 25;

/** The beginning of a description, with a toggle when there is more. */
function Description({ text }: { text: string }) {
  const { t } = useTranslation('store');
  const [open, setOpen] = useState(false);
  const characters = [...text];
  if (characters.length <= PREVIEW_CHARACTERS) return <bdi>{text}</bdi>;
  return (
    <span className={classes.description} data-open={open || undefined}>
      <bdi>{open ? text : `${characters.slice(0, PREVIEW_CHARACTERS).join('')}…`}</bdi>
      <button type="button" className={classes.more} aria-expanded={open} onClick={() => setOpen(!open)}>
        {t(open ? 'less' : 'more')}
      </button>
    </span>
  );
}

function Stock({ product }: { product: Product }) {
  const { t } = useTranslation('store');
  const locale = useLocale();
  if (product.in_stock === 0 && product.reserved === 0) {
    return (
      <span data-whole>
        <StatusChip kind="fail">{t('stock.none')}</StatusChip>
      </span>
    );
  }
  return (
    <OneLine
      parts={[
        <bdi key="stock">{formatNumber(product.in_stock, locale)}</bdi>,
        product.reserved > 0 && t('stock.reserved', { number: formatNumber(product.reserved, locale) }),
      ]}
    />
  );
}

/** The columns of the list of products. */
export function useProductColumns(): readonly Column<Product>[] {
  const { t } = useTranslation('store');
  const mayEdit = useMay()('edit-product');
  const thumb = usePhone() ? 24 : 30;
  return useMemo<readonly Column<Product>[]>(
    () => [
      {
        id: 'product_name',
        header: t('field.product_name'),
        card: 'title',
        share: 24,
        skeleton: '11rem',
        cell: ({ id, product_name, attachment }) => (
          <span className={classes.named}>
            <Thumb url={attachment} size={thumb} />
            {mayEdit ? (
              <Link to={editProductPath(id)} className={classes.link}>
                <bdi>{product_name}</bdi>
              </Link>
            ) : (
              <bdi className={classes.name}>{product_name}</bdi>
            )}
          </span>
        ),
      },
      {
        id: 'product_code',
        header: t('field.product_code'),
        plain: true,
        skeleton: '6rem',
        cell: ({ product_code }) => <bdi>{product_code}</bdi>,
      },
      {
        id: 'price',
        header: t('field.price'),
        align: 'end',
        card: 'value',
        skeleton: '5rem',
        cell: ({ price, currency }) => <Money amount={price} currency={currency} />,
      },
      {
        id: 'in_stock',
        header: t('field.in_stock'),
        align: 'end',
        skeleton: '3rem',
        cell: (product) => <Stock product={product} />,
      },
      {
        id: 'category',
        header: t('field.category'),
        sortBy: false,
        // Beside the description, a card has no room for it; the filter and the product's page show it.
        card: 'none',
        share: 16,
        skeleton: '8rem',
        cell: ({ category, sub_category }) => (
          <OneLine
            parts={[
              <bdi key="category">{category}</bdi>,
              sub_category && <bdi key="sub">{sub_category}</bdi>,
            ]}
          />
        ),
      },
      {
        id: 'description',
        header: t('field.description'),
        sortBy: false,
        plain: true,
        minor: true,
        share: 20,
        skeleton: '8rem',
        cell: ({ description }) => <Description text={description} />,
      },
      {
        id: 'created_at',
        header: t('column.added'),
        card: 'none',
        minor: 'wide',
        skeleton: '6rem',
        cell: ({ created_at }) => <DateText value={created_at} style="date" />,
      },
    ],
    [t, mayEdit, thumb],
  );
}
