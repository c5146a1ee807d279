import { CopyButton } from '../../../ui/copy-button.tsx';
import classes from './two-step-policy.module.css';

/** A text that belongs into somebody else's form. */
export function Copied({ value, label }: { value: string; label: string }) {
  return (
    <span className={classes.copied}>
      <bdi dir="ltr">{value}</bdi> <CopyButton value={value} label={label} />
    </span>
  );
}
