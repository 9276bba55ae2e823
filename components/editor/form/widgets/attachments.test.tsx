// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Json } from '@/engine';
import { showField } from '../testing/show-field';

afterEach(cleanup);

const schema = { type: 'array', widget: 'attachments', title: 'Attachments' } as const;
const source = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Source of file 1' });

describe('attachments', () => {
  it('are added as a name and a text', () => {
    const { read } = showField({ schema, value: [] });
    fireEvent.click(screen.getByRole('button', { name: 'Add file' }));
    expect(read()).toEqual([{ filename: '', content: '' }]);
    expect(screen.getByRole('textbox', { name: 'Name of file 1' })).toBeDefined();
    expect(screen.getByRole('textbox', { name: 'Text of file 1' })).toBeDefined();
    expect(screen.getByRole('textbox', { name: 'Content type of file 1' })).toBeDefined();
  });

  it('keep their content when their source changes', () => {
    const { read } = showField({
      schema,
      value: [{ filename: 'a.csv', content: 'x', content_type: 'text/csv' }],
    });
    fireEvent.change(source(), { target: { value: 'path' } });
    expect(read()).toEqual([{ filename: 'a.csv', path: 'x', content_type: 'text/csv' }]);
    fireEvent.change(source(), { target: { value: 'template' } });
    expect(read()).toEqual(['x']);
    fireEvent.change(source(), { target: { value: 'content_base64' } });
    expect(read()).toEqual([{ filename: '', content_base64: 'x' }]);
  });

  it('may be one expression each', () => {
    showField({ schema, value: ['{{steps.get.output.response_body}}'] });
    expect(source().value).toBe('template');
    expect(screen.getByRole('textbox', { name: /expression that returns a stored file/ })).toBeDefined();
  });

  it('are JSON when the form cannot show all of them', () => {
    const value: Json[] = [
      { filename: 'a', content: 'x', cid: 'logo' },
      { filename: 'b', content: 'y' },
    ];
    const { read } = showField({ schema, value });
    expect(screen.getByRole('textbox', { name: 'File 1' })).toBeDefined();
    expect(screen.getByRole('textbox', { name: 'Name of file 2' })).toBeDefined();
    expect(read()).toEqual(value);
  });

  it('can be one expression for the whole list', () => {
    showField({ schema, value: '{{params.files}}' });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Expression' }).checked).toBe(true);
  });
});
