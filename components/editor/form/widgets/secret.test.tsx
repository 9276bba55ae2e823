// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { showField } from '../testing/show-field';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const schema = { type: 'string', widget: 'secret', title: 'Connection' } as const;
const secrets = ['orders_db', 'smtp_url'];

function openMenu(name: string | RegExp) {
  fireEvent.keyDown(screen.getByRole('button', { name }), { key: 'Enter' });
}

describe('the field of a secret', () => {
  it('shows a stored secret by its name, and another can be chosen', () => {
    const { read } = showField({ schema, value: '{{secrets.orders_db}}', secrets });
    openMenu('Secret of Connection: orders_db');
    fireEvent.click(screen.getByRole('menuitem', { name: 'smtp_url' }));
    expect(read()).toBe('{{secrets.smtp_url}}');
  });

  it('warns about a literal password, and links to the secrets', () => {
    showField({ schema, value: 'postgres://app:hunter2@db/orders', secrets });
    const link = screen.getByRole('link', { name: 'Store the value as a secret' });
    expect(link.getAttribute('href')).toBe('/settings/secrets');
    expect(link.getAttribute('target')).toBe('_blank');
  });

  it('does not warn about an address without a password', () => {
    showField({ schema, value: 'sqlite:./orders.db', secrets });
    expect(screen.queryByRole('link', { name: 'Store the value as a secret' })).toBeNull();
  });

  it('links to a new secret in another tab', () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    showField({ schema, value: '', secrets });
    openMenu('Choose a secret for Connection');
    fireEvent.click(screen.getByRole('menuitem', { name: 'Add secret…' }));
    expect(opened).toHaveBeenCalledWith('/settings/secrets', '_blank', 'noopener');
  });

  it('is a text field again when the secret is removed', () => {
    const { read } = showField({ schema, value: '{{secrets.orders_db}}', secrets });
    fireEvent.click(screen.getByRole('button', { name: 'Enter Connection without a secret' }));
    expect(read()).toBe('');
    expect(screen.getByRole('textbox', { name: 'Connection' })).toBeDefined();
  });
});
