import { IconExternalLink } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { useLocale } from '../../../ui/locale.ts';
import type { Path } from '../../../ui/path.ts';
import { usePhone } from '../../../ui/use-phone.ts';
import { categoriesPath, newProductPath, ordersPath, productsPath } from '../../paths/store.ts';
import { useCan, useMay } from '../../shared/permissions.ts';
import { useTitleDetail } from '../../shared/title-bar.ts';
import { useStatistics, useStoreLink } from '../api.ts';
import classes from './store-shell.module.css';

interface Tab {
  path: Path;
  label: string;
  held: boolean;
  /** First segments of its other screens. */
  also: readonly string[];
}

/** The store's tabs that the user may open, in the specification's order. */
export function useTabs(): readonly Tab[] {
  const { t } = useTranslation('store');
  const can = useCan();
  const may = useMay();
  const tabs: readonly Tab[] = [
    { path: productsPath, label: t('tab.products'), held: can('products-list'), also: ['update-product'] },
    { path: newProductPath, label: t('tab.new'), held: may('add-product'), also: [] },
    {
      path: categoriesPath,
      label: t('tab.categories'),
      held: can('categories-list'),
      also: ['add-new-category', 'edit-category'],
    },
    { path: ordersPath, label: t('tab.orders'), held: can('view-orders'), also: [] },
  ];
  return tabs.filter(({ held }) => held);
}

/** The header of every store screen: tabs, a link to the store, and the number of products. */
export function StoreShell({ children }: { children: ReactNode }) {
  const { t } = useTranslation('store');
  const locale = useLocale();
  const phone = usePhone();
  const tabs = useTabs();
  const first = useRouterState({ select: (state) => state.location.pathname.split('/')[1] ?? '' });
  const total = useStatistics().data?.data.total;
  const link = useStoreLink().data?.data.link;
  const count = total === undefined ? undefined : formatNumber(total, locale);
  // The title bar has no room for it on a phone.
  useTitleDetail(t('totalProducts'), phone ? undefined : count);
  return (
    <>
      <div className={classes.bar}>
        <nav className={classes.tabs} aria-label={t('tabs')}>
          {tabs.map(({ path, label, also }) => {
            const current = path === `/${first}` || also.includes(first);
            return (
              <Link
                key={path}
                to={path}
                className={classes.tab}
                data-current={current || undefined}
                aria-current={current ? 'page' : undefined}
              >
                {label}
              </Link>
            );
          })}
        </nav>
        <div className={classes.aside}>
          {phone && count !== undefined && (
            <span className={classes.total}>
              {t('totalProducts')} <bdi>{count}</bdi>
            </span>
          )}
          {link && (
            <a className={classes.visit} href={link} target="_blank" rel="noopener noreferrer">
              <IconExternalLink size={16} aria-hidden className="daftar-flip" />
              {t('visit')}
            </a>
          )}
        </div>
      </div>
      {children}
    </>
  );
}
