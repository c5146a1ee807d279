import { UnstyledButton } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PopupPanel, usePopup } from './popup.tsx';
import { Skeleton } from './skeleton.tsx';
import classes from './term.module.css';
import type { KeyOf } from './text-key.ts';

type NameKey<Key> = Key extends `${infer Name}.name` ? Name : never;
/** A term of the glossary with an explanation: `net`. */
export type TermName = NameKey<KeyOf<'terms'>>;

interface TermProps {
  name: TermName;
  /** The words beside which it stands. */
  label: string;
}

/**
 * A quiet button beside a term that is not everyday, and what it means. The texts are loaded when it is first opened. One
 * place a screen is enough.
 */
export function Term({ name, label }: TermProps) {
  const { t } = useTranslation('common');
  const { popup, button } = usePopup('dialog');
  return (
    <>
      <UnstyledButton {...button} className={classes.button} aria-label={t('term.open', { term: label })}>
        <IconHelpCircle size={16} stroke={1.6} aria-hidden />
      </UnstyledButton>
      <PopupPanel
        popup={popup}
        label={label}
        className={classes.panel}
        position="bottom-start"
        width="min(20rem, calc(100vw - 2rem))"
        shadow="md"
        trapFocus
        returnFocus
      >
        <Meaning name={name} />
      </PopupPanel>
    </>
  );
}

function Meaning({ name }: Pick<TermProps, 'name'>) {
  const { t, ready } = useTranslation('terms');
  return (
    // It has the focus while it is open, so that it is read out.
    <div tabIndex={-1} data-autofocus className={classes.meaning} aria-busy={!ready}>
      {ready ? (
        <>
          <p className={classes.name}>{t(`${name}.name`)}</p>
          <p>{t(`${name}.text`)}</p>
        </>
      ) : (
        <Skeleton width="80%" />
      )}
    </div>
  );
}
