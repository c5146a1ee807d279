import { ActionIcon, Button, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

const CONFIRM_MILLISECONDS = 1500;
type State = 'idle' | 'copied' | 'failed';

/** Copies text to the clipboard, also on plain http. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('readonly', '');
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (!done) throw new Error('copy refused');
}

interface CopyButtonProps {
  value: string;
  /** Accessible name: "Copy reference". */
  label: string;
  /** Shows the label beside the icon. */
  wide?: boolean;
  /** Small, for table rows. */
  compact?: boolean;
  variant?: 'subtle' | 'default' | 'filled';
}

/** A copy button that shows the result for a second and a half. */
export function CopyButton({ value, label, wide = false, compact = false, variant }: CopyButtonProps) {
  const { t } = useTranslation('common');
  const [state, setState] = useState<State>('idle');
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    const next = await copyText(value).then(
      () => 'copied' as const,
      () => 'failed' as const,
    );
    setState(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState('idle'), CONFIRM_MILLISECONDS);
  };
  const Icon = state === 'copied' ? IconCheck : state === 'failed' ? IconX : IconCopy;
  const said = state === 'copied' ? t('copied') : state === 'failed' ? t('copyFailed') : label;
  const announcement = (
    <VisuallyHidden role="status" component="span">
      {state === 'idle' ? '' : said}
    </VisuallyHidden>
  );
  if (wide) {
    return (
      <>
        <Button
          variant={variant ?? 'default'}
          {...(compact ? { size: 'xs' } : {})}
          leftSection={<Icon size={16} aria-hidden />}
          onClick={copy}
        >
          {said}
        </Button>
        {announcement}
      </>
    );
  }
  return (
    <>
      <Tooltip label={said} opened={state !== 'idle'} withArrow aria-hidden>
        <ActionIcon
          variant={variant ?? 'subtle'}
          color={state === 'failed' ? 'red' : state === 'copied' ? 'ink' : 'gray'}
          size={28}
          aria-label={label}
          title={label}
          onClick={copy}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {announcement}
    </>
  );
}
