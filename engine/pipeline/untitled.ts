import { UNTITLED } from './schema';

/** Ends with the number of the name, except for the first. */
const NUMBERED = new RegExp(`^${UNTITLED}(?: [1-9][0-9]{0,8})?$`);

/** Whether a pipeline has no name, or one that was given to it on creation. */
export function isUntitled(name: string | undefined): boolean {
  return name === undefined || NUMBERED.test(name);
}

/** The first of `Untitled pipeline`, `Untitled pipeline 2`, … that no other pipeline has. */
export function untitledName(taken: ReadonlySet<string>): string {
  let name = UNTITLED;
  for (let number = 2; taken.has(name); number += 1) name = `${UNTITLED} ${number}`;
  return name;
}
