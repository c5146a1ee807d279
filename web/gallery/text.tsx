import { Brand } from '../ui/brand.tsx';
import { ChangesTable } from '../ui/changes-table.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Reference } from '../ui/data-table.tsx';
import { DateText, DueDate, Elapsed } from '../ui/date.tsx';
import { Email } from '../ui/email.tsx';
import { FieldError } from '../ui/field-error.tsx';
import { Mobile } from '../ui/mobile.tsx';
import { Money } from '../ui/money.tsx';
import { MoneyFlow } from '../ui/money-flow.tsx';
import { OneLine } from '../ui/one-line.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { ShareButtons } from '../ui/share-buttons.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { Subject } from '../ui/subject.tsx';
import { Term } from '../ui/term.tsx';
import { Thread } from '../ui/thread.tsx';
import { Example, Examples } from './example.tsx';
import classes from './gallery.module.css';
import { partPath } from './paths.ts';
import { LINK, MOMENT, PICTURE, useSamples } from './samples.ts';

const KINDS = ['success', 'pending', 'fail', 'closed', 'refund', 'open'] as const;

/** Words, numbers and the small parts beside them. */
export function TextPart() {
  const words = useSamples();
  return (
    <Examples title="Text">
      <Example name="Brand">
        <Brand />
      </Example>
      <Example name="CodeBlock">
        <CodeBlock text={'{"type":"payment.succeeded"}'} />
        <CodeBlock text={'{\n  "paid_count": 1\n}'} isMarked={(line) => line.includes('paid_count')} />
      </Example>
      <Example name="Money">
        <Money amount={1250.5} />
        <Money amount={12345.5} size="large" />
        <Money amount={99} currency="USD" />
        <Money amount={1250.5} bare />
        <Money amount={null} />
      </Example>
      <Example name="MoneyFlow">
        <MoneyFlow amount={1250.5} flow="in" />
        <MoneyFlow amount={1250.5} flow="out" />
        <MoneyFlow amount={1250.5} flow={null} />
      </Example>
      <Example name="OneLine">
        <OneLine parts={[words.name, false, <Money key="money" amount={1250.5} />, LINK]} />
      </Example>
      <Example name="DateText, DueDate, Elapsed">
        <DateText value={MOMENT} />
        <DateText value={MOMENT} style="date" />
        <DueDate value={MOMENT} />
        <Elapsed value={MOMENT} />
        <DateText value={null} />
      </Example>
      <Example name="StatusChip">
        {KINDS.map((kind, index) => (
          <StatusChip key={kind} kind={kind}>
            {words.status[index]}
          </StatusChip>
        ))}
      </Example>
      <Example name="Reference, Subject, Mobile, Email">
        <Reference to={partPath('detail')}>TRX-7K3M9Q2D</Reference>
        <Reference to={null}>TRX-7K3M9Q2D</Reference>
        <Subject subject={words.subject} />
        <Mobile value="01001234567" />
        <Mobile value="01001234567" link={classes.link ?? ''} />
        <Email value="mona@example.com" />
      </Example>
      <Example name="Term">
        <Term name="net" label={words.reference} />
      </Example>
      <Example name="CopyButton, ShareButtons">
        <CopyButton value="TRX-7K3M9Q2D" label={words.reference} />
        <CopyButton value={LINK} label={LINK} wide />
        <ShareButtons url={LINK} text={words.subject} title={words.store} />
      </Example>
      <Example name="QrCode">
        <QrCode value={LINK} label={words.subject} size={128} />
      </Example>
      <Example name="FieldError">
        <FieldError message={{ key: 'Required' }} />
        <FieldError message={{ key: 'TooLong', params: { maximum: 255 } }} />
      </Example>
      <Example name="ChangesTable">
        <div className={classes.wide}>
          <ChangesTable
            changes={[
              { field: words.label, before: words.store, after: words.name },
              { field: words.mobile, before: null, after: '01001234567' },
            ]}
          />
        </div>
      </Example>
      <Example name="Thread">
        <div className={classes.wide}>
          <Thread
            label={words.question}
            read={async () => PICTURE}
            messages={[
              {
                key: 1,
                side: 'own',
                picture: null,
                name: words.name,
                note: words.store,
                at: MOMENT,
                text: words.question,
                file: { path: 'a.png', name: 'screen.png' },
              },
              { key: 2, side: 'other', picture: null, name: 'Daftar', at: MOMENT, text: words.long },
            ]}
          />
        </div>
      </Example>
    </Examples>
  );
}
