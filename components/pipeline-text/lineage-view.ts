import { createObservable } from '@/components/ui/observable';

/**
 * Shows where a value comes from and what reads it, for lists and fields anywhere on the page. Set while the page has a
 * canvas for it. The value is named as in expressions: `steps.fetch.output.body`, and `steps.deploy.params.url` for
 * parameters.
 */
export const lineageView = createObservable<((value: string) => void) | undefined>(undefined);
