// @vitest-environment jsdom
import { act, useEffect, useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEarlyInput } from './early-input';

const STATUSES = ['all', 'failed'];

function Form({ changes }: { changes: string[] }) {
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const [status, setStatus] = useState('all');
  const [isOn, setOn] = useState(false);
  const [order, setOrder] = useState('name');
  const [, setDrawn] = useState(0);
  useEffect(() => {
    repeat = readEarlyInput();
    // Draws the fields again, as pages do once they know the browser.
    setDrawn(1);
  }, []);
  const noted = (name: string, value: string) => changes.push(`${name} ${value}`);
  return (
    <form>
      <input
        aria-label="text"
        value={text}
        onChange={({ target }) => {
          noted('text', target.value);
          setText(target.value);
        }}
      />
      <textarea
        aria-label="note"
        value={note}
        onChange={({ target }) => {
          noted('note', target.value);
          setNote(target.value);
        }}
      />
      {STATUSES.map((each) => (
        <input
          key={each}
          aria-label={each}
          type="radio"
          name="status"
          checked={status === each}
          onChange={() => {
            noted('status', each);
            setStatus(each);
          }}
        />
      ))}
      <input
        aria-label="on"
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => {
          noted('on', String(target.checked));
          setOn(target.checked);
        }}
      />
      <select
        aria-label="order"
        value={order}
        onChange={({ target }) => {
          noted('order', target.value);
          setOrder(target.value);
        }}
      >
        <option value="name">Name</option>
        <option value="time">Time</option>
      </select>
      <output>{JSON.stringify({ text, note, status, isOn, order })}</output>
    </form>
  );
}

let root: Root | undefined;
let changes: string[];
let repeat: () => void;

beforeEach(() => {
  changes = [];
  document.body.innerHTML = `<div id="page">${renderToString(<Form changes={changes} />)}</div>`;
});

afterEach(() => {
  act(() => root?.unmount());
});

const field = <T extends Element>(name: string): T => {
  const found = document.querySelector<T>(`[aria-label="${name}"]`);
  if (found === null) throw new Error(`There is no field ${name}.`);
  return found;
};

/** @param meanwhile what the person does between React's taking over and the repetition */
function hydrate(meanwhile: () => void = () => undefined): unknown {
  const page = document.querySelector('#page');
  if (page === null) throw new Error('There is no page.');
  act(() => {
    root = hydrateRoot(page, <Form changes={changes} />);
  });
  act(meanwhile);
  act(() => repeat());
  return JSON.parse(document.querySelector('output')?.textContent ?? '');
}

describe('what was entered before the scripts of a page have loaded', () => {
  it('is used: texts, choices and marks', () => {
    field<HTMLInputElement>('text').value = 'orders';
    field<HTMLTextAreaElement>('note').value = 'a note';
    field<HTMLInputElement>('failed').checked = true;
    field<HTMLInputElement>('on').checked = true;
    field<HTMLSelectElement>('order').value = 'time';
    expect(hydrate()).toEqual({
      text: 'orders',
      note: 'a note',
      status: 'failed',
      isOn: true,
      order: 'time',
    });
    expect(field<HTMLInputElement>('text').value).toBe('orders');
    expect(changes).toHaveLength(5);
  });

  it('leaves the cursor where it is', () => {
    const text = field<HTMLInputElement>('text');
    text.focus();
    text.value = 'orders';
    text.setSelectionRange(2, 3);
    hydrate();
    expect([text.selectionStart, text.selectionEnd]).toEqual([2, 3]);
  });

  it('does not replace what was entered after that', () => {
    field<HTMLInputElement>('text').value = 'orders';
    const entered = hydrate(() => {
      const text = field<HTMLInputElement>('text');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
        text,
        'orders of today',
      );
      text.dispatchEvent(new Event('input', { bubbles: true }));
    });
    expect(entered).toMatchObject({ text: 'orders of today' });
  });

  it('is nothing where no field was changed', () => {
    hydrate();
    expect(changes).toEqual([]);
  });
});
