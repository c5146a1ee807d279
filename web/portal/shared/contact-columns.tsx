/** Contact columns shared by all tables of people. */
import type { Column } from '../../ui/data-table.tsx';
import { Email } from '../../ui/email.tsx';
import { Mobile } from '../../ui/mobile.tsx';
import classes from './contact-columns.module.css';

/** The e-mail column, which wraps instead of widening the table. */
export function emailColumn<Row extends { email: string }>(header: string): Column<Row> {
  return {
    id: 'email',
    header,
    skeleton: '11rem',
    cell: ({ email }) => <Email value={email} className={classes.email} />,
  };
}

/** The mobile column, on one line. */
export function mobileColumn<Row>(header: string, mobileOf: (row: Row) => string): Column<Row> {
  return {
    id: 'mobile',
    header,
    skeleton: '8rem',
    cell: (row) => (
      <span className={classes.mobile}>
        <Mobile value={mobileOf(row)} />
      </span>
    ),
  };
}
