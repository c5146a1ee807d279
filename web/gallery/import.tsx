import { ImportChoose } from '../ui/import-choose.tsx';
import { ImportColumns } from '../ui/import-columns.tsx';
import { ImportPreview } from '../ui/import-preview.tsx';
import { Example, Examples } from './example.tsx';
import classes from './gallery.module.css';
import { useSamples } from './samples.ts';

const LIMITS = { maximumRows: 10_000, maximumBytes: 5 * 1024 * 1024 };
const EXAMPLES = [{ href: '#customers.xlsx', fileName: 'customers.xlsx' }];

const COLUMNS = [
  { key: 'buyer', heading: 'Buyer', field: 'name', samples: ['Mona Adel'] },
  { key: 'reachat', heading: 'Reach at', field: null, samples: ['01001234567', '01112345678'] },
];

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
      <Example name="ImportColumns">
        <div className={classes.wide}>
          <ImportColumns
            fileName="customers.xlsx"
            read={COLUMNS}
            columns={[
              { field: 'name', label: words.label },
              { field: 'mobile', label: words.mobile, ltr: true },
            ]}
            missing={['mobile']}
            chosen={{}}
            refusals={[]}
            onAgain={() => {}}
            onChosen={() => {}}
          />
        </div>
      </Example>
      <Example name="ImportPreview">
        <div className={classes.wide}>
          <ImportPreview
            preview={{
              columns: COLUMNS,
              missing: [],
              total: 2,
              valid: 1,
              duplicates: 0,
              invalid: 1,
              rows: [right, wrong],
            }}
            fileName="customers.xlsx"
            columns={[
              { field: 'name', label: words.label },
              { field: 'mobile', label: words.mobile, ltr: true },
            ]}
            takesExisting={false}
            refusals={[words.required]}
            onAgain={() => {}}
            onColumns={() => {}}
            onImport={() => {}}
          />
        </div>
      </Example>
    </Examples>
  );
}
