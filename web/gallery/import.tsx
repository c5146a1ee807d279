import { ImportChoose } from '../ui/import-choose.tsx';
import { ImportPreview } from '../ui/import-preview.tsx';
import { Example, Examples } from './example.tsx';
import classes from './gallery.module.css';
import { useSamples } from './samples.ts';

const LIMITS = { maximumRows: 10_000, maximumBytes: 5 * 1024 * 1024 };
const EXAMPLES = [{ href: '#customers.xlsx', fileName: 'customers.xlsx' }];

/** The steps of an import; their dialog is among the overlays. */
export function ImportPart() {
  const words = useSamples();
  const right = { row: 2, errors: {}, is_duplicate: false, name: words.name, mobile: '01001234567' };
  const wrong = { ...right, row: 3, errors: { mobile: [words.required] }, mobile: '' };
  return (
    <Examples title="Import">
      <Example name="ImportChoose">
        <div className={classes.wide}>
          <ImportChoose {...LIMITS} text={words.help} examples={EXAMPLES} refusals={[]} onChoose={() => {}} />
        </div>
        <div className={classes.wide}>
          <ImportChoose
            {...LIMITS}
            text={words.help}
            examples={EXAMPLES}
            refusals={['InvalidFileType', words.required]}
            onChoose={() => {}}
          />
        </div>
      </Example>
      <Example name="ImportPreview">
        <div className={classes.wide}>
          <ImportPreview
            preview={{ total: 2, valid: 1, duplicates: 0, invalid: 1, rows: [right, wrong] }}
            fileName="customers.xlsx"
            columns={[
              { field: 'name', label: words.label },
              { field: 'mobile', label: words.mobile, ltr: true },
            ]}
            takesExisting={false}
            onAgain={() => {}}
            onImport={() => {}}
          />
        </div>
      </Example>
    </Examples>
  );
}
