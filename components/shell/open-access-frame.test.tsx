// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { OpenAccessFrame } from './open-access-frame';

afterEach(cleanup);

it('shows above the page that no sign-in is required, with an icon besides the colour', () => {
  const { container } = render(<OpenAccessFrame>The page</OpenAccessFrame>);
  const banner = screen.getByRole('note');
  expect(banner.textContent).toMatch(/Anyone who can reach this server can use Pipewright.*No sign-in/);
  expect(banner.querySelector('svg')).toBeTruthy();
  expect(container.textContent?.endsWith('The page')).toBe(true);
});
