import { Button, Checkbox, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod/mini';
import { AuthenticatorSecret } from '../ui/authenticator-secret.tsx';
import { DatesSettings } from '../ui/dates-settings.tsx';
import { DayInput, DayRangeInput } from '../ui/day-input.tsx';
import { Form, SubmitButton, useContractForm } from '../ui/form.tsx';
import { MobileInput } from '../ui/mobile-input.tsx';
import { MomentInput } from '../ui/moment-input.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { notify } from '../ui/notify.tsx';
import { SecretInput } from '../ui/secret-input.tsx';
import { TableSearch } from '../ui/table-search.tsx';
import { Example, Examples } from './example.tsx';
import classes from './gallery.module.css';
import { LINK, MOMENT, useSamples } from './samples.ts';

const Entry = z.object({ name: z.string().check(z.minLength(1)), note: z.string().check(z.minLength(1)) });

/** Fields and forms. */
export function FieldsPart() {
  const words = useSamples();
  const [amount, setAmount] = useState('1250.50');
  const [day, setDay] = useState('2026-03-01');
  const [days, setDays] = useState<readonly [string, string]>(['2026-03-01', '2026-03-31']);
  const [moment, setMoment] = useState(MOMENT);
  const form = useContractForm(Entry, {
    initialValues: { name: '', note: '' },
    submit: async () => notify.success(words.status[0]),
  });
  return (
    <Examples title="Fields">
      <Example name="Form, SubmitButton, TextInput, Textarea">
        <Form form={form} className={classes.wide}>
          <TextInput {...form.field('name')} label={words.label} description={words.help} withAsterisk />
          <Textarea {...form.field('note')} label={words.subject} autosize minRows={2} />
          <SubmitButton form={form}>{words.action}</SubmitButton>
        </Form>
      </Example>
      <Example name="TextInput, Select, Checkbox, Switch">
        <div className={classes.field}>
          <TextInput label={words.label} value={words.name} error={words.required} readOnly />
        </div>
        <div className={classes.field}>
          <TextInput label={words.label} value={words.name} disabled />
        </div>
        <div className={classes.field}>
          <Select label={words.subject} data={[...words.choice]} defaultValue={words.choice[0]} searchable />
        </div>
        <div className={classes.field}>
          <SecretInput label={words.label} show={words.action} error={words.required} />
        </div>
        <Checkbox label={words.status[0]} defaultChecked />
        <Switch label={words.status[5]} defaultChecked />
      </Example>
      <Example name="MoneyInput, MobileInput">
        <div className={classes.field}>
          <MoneyInput label={words.amount} value={amount} onChange={setAmount} />
        </div>
        <div className={classes.field}>
          <MoneyInput label={words.amount} value="ten" onChange={() => {}} error={words.required} unit="%" />
        </div>
        <div className={classes.field}>
          <MobileInput label={words.mobile} defaultValue="1001234567" />
        </div>
      </Example>
      <Example name="DayInput, DayRangeInput, MomentInput">
        <DatesSettings>
          <div className={classes.field}>
            <DayInput label={words.date} value={day} onChange={setDay} />
          </div>
          <div className={classes.field}>
            <DayRangeInput label={words.range} value={days} onChange={setDays} />
          </div>
        </DatesSettings>
        <div className={classes.field}>
          <MomentInput label={words.due} value={moment} onChange={setMoment} />
        </div>
      </Example>
      <Example name="TableSearch">
        <TableSearch label={words.reference} onSearch={() => {}} />
      </Example>
      <Example name="Button">
        <Button>{words.action}</Button>
        <Button variant="default">{words.action}</Button>
        <Button color="red">{words.danger}</Button>
        <Button disabled>{words.action}</Button>
        <Button loading>{words.action}</Button>
      </Example>
      <Example name="AuthenticatorSecret">
        <AuthenticatorSecret
          secret="JBSWY3DPEHPK3PXP"
          uri={LINK}
          picture={words.store}
          copy={words.reference}
        />
      </Example>
    </Examples>
  );
}
