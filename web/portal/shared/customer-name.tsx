import { Link } from '../../ui/link.tsx';
import { customerPath } from '../paths/customers.ts';
import classes from './customer-name.module.css';
import { useCan } from './permissions.ts';

/** A customer's name, which leads to their page for who may see it; of a payer who is no customer just the name. */
export function CustomerName({ id, name }: { id: number | null; name: string }) {
  const mayOpen = useCan()('view-customer-details');
  if (id === null || !mayOpen) return <bdi>{name}</bdi>;
  return (
    <Link to={customerPath(id)} className={classes.link}>
      <bdi>{name}</bdi>
    </Link>
  );
}
