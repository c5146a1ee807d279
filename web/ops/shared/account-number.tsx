import { inFours } from '../../ui/format.ts';
import classes from './account-number.module.css';

/** An IBAN or account number on one line. Where it has no room its beginning is cut: the last digits tell accounts apart. */
export function AccountNumber({ number }: { number: string }) {
  return (
    <span className={classes.number}>
      <bdi dir="ltr">{inFours(number)}</bdi>
    </span>
  );
}
