// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { showField } from '../testing/show-field';

afterEach(cleanup);

describe('a duration', () => {
  const schema = { type: 'number', widget: 'seconds', unit: 's' } as const;

  it('may be typed in larger units and is described in them', () => {
    const { read } = showField({ schema, value: 5 });
    const input = screen.getByRole<HTMLInputElement>('spinbutton');
    fireEvent.change(input, { target: { value: '1m 30s' } });
    expect(read()).toBe(90);
    expect(input.value).toBe('1m 30s');
    expect(screen.getByText('90 s = 1 min 30 s')).toBeDefined();
    expect(input.getAttribute('aria-valuetext')).toBe('1 min 30 s');
    fireEvent.blur(input);
    expect(input.value).toBe('90');
  });

  it('keeps text that is not a duration', () => {
    const { read } = showField({ schema, value: 5 });
    fireEvent.change(screen.getByRole('spinbutton'), { target: { value: 'soon' } });
    expect(read()).toBe('soon');
  });
});

describe('any value', () => {
  it('may be written as text without quotes', () => {
    const { read } = showField({ schema: { widget: 'json' }, value: 'hello' });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Text' }).checked).toBe(true);
    fireEvent.change(screen.getByRole('textbox', { name: 'It' }), { target: { value: 'hello you' } });
    expect(read()).toBe('hello you');
  });

  it('switches between JSON and text', () => {
    const { read } = showField({ schema: { widget: 'json' }, value: { a: 1 } });
    fireEvent.click(screen.getByRole('radio', { name: 'Text' }));
    expect(read()).toBe('{\n  "a": 1\n}');
    fireEvent.click(screen.getByRole('radio', { name: 'JSON' }));
    expect(read()).toEqual({ a: 1 });
  });

  it('stays text when it is not JSON', () => {
    const { read } = showField({ schema: { widget: 'json' }, value: 'hello' });
    fireEvent.click(screen.getByRole('radio', { name: 'JSON' }));
    expect(read()).toBe('hello');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'JSON' }).checked).toBe(true);
  });

  it('is only JSON when the schema excludes text', () => {
    showField({ schema: { type: 'object', widget: 'json' }, value: {} });
    expect(screen.queryByRole('radio', { name: 'Text' })).toBeNull();
  });
});

describe('headers', () => {
  it('suggest common names', () => {
    showField({ schema: { type: 'object', widget: 'key_value' }, name: 'headers', value: { Accept: '*/*' } });
    const name = screen.getByRole<HTMLInputElement>('combobox', { name: 'Name 1 of Headers' });
    const offered = [...(name.list?.options ?? [])].map((option) => option.value);
    expect(offered).toContain('Content-Type');
    expect(screen.getByRole('button', { name: 'Add header' })).toBeDefined();
  });

  it('are not suggested in other objects', () => {
    showField({ schema: { type: 'object', widget: 'key_value' }, value: { a: 'b' } });
    expect(screen.getByRole('button', { name: 'Add row' })).toBeDefined();
    expect(screen.getByRole('textbox', { name: 'Name 1 of It' })).toBeDefined();
  });
});

describe('known values', () => {
  const one = { anyOf: [{ type: 'integer' }, { type: 'string' }] };
  const schema = {
    anyOf: [one, { type: 'array', items: one }],
    widget: 'text',
    suggestions: ['2xx', '404'],
  } as const;

  it('are added and removed with one click', () => {
    const { read } = showField({ schema, value: '' });
    fireEvent.click(screen.getByRole('button', { name: '2xx' }));
    expect(read()).toBe('2xx');
    fireEvent.click(screen.getByRole('button', { name: '404' }));
    expect(read()).toEqual(['2xx', 404]);
    expect(screen.getByRole('button', { name: '404' }).getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: '404' }));
    expect(read()).toEqual(['2xx']);
  });
});

describe('a web address', () => {
  const schema = { type: 'string', widget: 'url', title: 'URL' } as const;

  it('shows the host of the request', () => {
    showField({ schema, value: 'https://api.example.org/v1' });
    expect(screen.getByText('Sent to api.example.org.')).toBeDefined();
  });

  it('warns about addresses that should be changed', () => {
    showField({ schema, value: 'http://api.example.org/v1' });
    expect(screen.getByText(/unencrypted/)).toBeDefined();
  });
});
