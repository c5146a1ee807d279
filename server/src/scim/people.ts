/** Lists people, and reads one of them, for any directory. */
import { readWhole } from '@daftar/contract/numbers';
import { sameEmail } from '@daftar/contract/text';
import type { Db } from '../platform/db/connect.ts';
import type { Change, Directory, PeopleFilters, PersonRow } from './directory.ts';
import { invalidFilter, notFound } from './errors.ts';
import type { Condition } from './filter.ts';
import type { Page } from './query.ts';

type ListsPeople<Who> = Pick<Directory<Who, Change>, 'countPeople' | 'listPeople'>;

/** A filter that matches nobody. */
const NOBODY = { id: 0 };

function filtersOf(conditions: readonly Condition[]): PeopleFilters {
  const filters: PeopleFilters = {};
  for (const { attribute, value } of conditions) {
    const text = String(value);
    switch (attribute) {
      case 'id':
        filters.id = readWhole(text) ?? 0;
        if (filters.id === 0) return NOBODY;
        break;
      case 'username':
      case 'emails':
      case 'emails.value':
        filters.email = sameEmail(text);
        break;
      case 'externalid':
        filters.directoryId = text;
        break;
      case 'active':
        filters.isActive = value === true;
        break;
      default:
        throw invalidFilter();
    }
  }
  return filters;
}

/** Lists people whom the directory may provision. @throws ScimError 400 `invalidFilter` */
export async function listPeople<Who>(
  db: Db,
  directory: ListsPeople<Who>,
  who: Who,
  conditions: readonly Condition[],
  page: Page,
): Promise<{ rows: PersonRow[]; total: number }> {
  const filters = filtersOf(conditions);
  const total = await directory.countPeople(db, who, filters);
  const rows = page.limit === 0 ? [] : await directory.listPeople(db, who, filters, page);
  return { rows, total };
}

/** Returns a person. @throws ScimError 404 */
export async function getPerson<Who>(
  db: Db,
  { listPeople: list }: Pick<ListsPeople<Who>, 'listPeople'>,
  who: Who,
  id: number,
): Promise<PersonRow> {
  const [row] = await list(db, who, { id }, { offset: 0, limit: 1 });
  if (!row) throw notFound();
  return row;
}
