import classes from './skeleton.module.css';

/** A grey placeholder bar. Sizes are CSS lengths. */
export function Skeleton({ width = '100%', height = '0.875rem' }: { width?: string; height?: string }) {
  return <span className={classes.bar} style={{ inlineSize: width, blockSize: height }} aria-hidden />;
}
