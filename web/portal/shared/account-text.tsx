import classes from './account-text.module.css';

/** A bank account as `shownAccount` names it, on one line. The bank's name is cut where it has no room, never the digits. */
export function AccountText({ account }: { account: string }) {
  const at = account.lastIndexOf(' ');
  // Not a `bdi`: tables cut those at their end.
  return (
    <span dir="auto" className={classes.account}>
      <span className={classes.bank}>{account.slice(0, at)}</span>
      <span className={classes.digits}>{account.slice(at)}</span>
    </span>
  );
}
