import type { TestPorts } from '@/engine';
import type { Sandbox } from '@/engine/ports';

/** The ports of pipeline tests in this process. */
export function testPorts(sandbox: Sandbox): TestPorts {
  return { sandbox, rest: () => new Promise((resolve) => setImmediate(resolve)) };
}
