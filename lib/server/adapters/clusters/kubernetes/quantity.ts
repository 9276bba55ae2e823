/** Suffixes of the Kubernetes API: https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/ */
const FACTORS: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

const QUANTITY = /^\+?(\d{1,20}(?:\.\d{0,20})?)(?:([numkMGTPE]|[KMGTPE]i)|[eE]([+-]?\d{1,2}))?$/;

/** A quantity such as `1500m`, `16Gi` or `2e3` as a number; undefined when it is invalid. */
export function quantity(written: string | number): number | undefined {
  const [, digits, suffix = '', exponent = '0'] = QUANTITY.exec(String(written)) ?? [];
  const factor = FACTORS[suffix];
  if (digits === undefined || factor === undefined) return undefined;
  return Number(digits) * factor * 10 ** Number(exponent);
}
