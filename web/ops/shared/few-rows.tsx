import { FewCards } from '../../ui/data-cards.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import classes from './blocks.module.css';

interface FewRowsProps<Row> {
  caption: string;
  /** The first names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Tells rows apart. */
  rowKey: (row: Row) => string | number;
  className?: string | undefined;
}

/** A small table that is no list: without sort and pages. On a phone each row is a card, with everything that it offers in sight. */
export function FewRows<Row>({
  caption,
  columns,
  rows,
  rowKey,
  className = classes.table,
}: FewRowsProps<Row>) {
  const phone = usePhone();
  if (phone)
    return (
      <FewCards caption={caption} columns={columns} rows={rows} rowName={(row) => String(rowKey(row))} />
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: no fields; as a section, it would be a second landmark of the same name.
    <div role="group" className={classes.scroll} tabIndex={0} aria-label={caption}>
      <table className={className} aria-label={caption}>
        <thead>
          <tr>
            {columns.map(({ id, header, align }) => (
              <th key={id} scope="col" data-align={align}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ id, align, cell }, at) =>
                at === 0 ? (
                  <th key={id} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={id} data-align={align}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
