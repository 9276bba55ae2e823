import { expect, it } from 'vitest';
import { looksSecret } from './looks-secret';

it.each([
  ['postgres://app:hunter2@db.example.org/orders', true],
  ['hunter2', true],
  ['https://hooks.example.org/x?token=abc', true],
  ['sqlite:./orders.db', false],
  ['postgres://app@db.example.org/orders', false],
  ['postgres://app:{{secrets.pw}}@db.example.org/orders', false],
  ['{{secrets.db}}', false],
  ['{{params.db}}', false],
  ['', false],
])('%s shows a secret: %s', (text, shown) => {
  expect(looksSecret(text)).toBe(shown);
});
