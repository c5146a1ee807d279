import { expect, test } from 'vitest';
import { ErrorBox } from './error-box.tsx';
import { ApiError, NetworkError } from './errors.ts';
import { render } from './testing/render.tsx';

const buttons = async (error: Error) => {
  await render(<ErrorBox error={error} onRetry={() => undefined} />);
  const [box] = [...document.querySelectorAll('[role=alert]')].slice(-1);
  return [...(box?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent);
};

test('what failed is tried again, what does not exist is not', async () => {
  expect(await buttons(new NetworkError())).toEqual(['Retry']);
  expect(await buttons(new ApiError(500, {}))).toEqual(['Retry']);
  expect(await buttons(new ApiError(404, {}))).toEqual([]);
});
