/**
 * The thread in which one answer is decompressed: text made for it can keep the decoder busy for ever, and a thread can
 * be ended. It stops past the limit, having given a block more.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { Decompress } from 'fzstd';

const { body, limitBytes } = workerData;
const chunks = [];
let size = 0;
const full = new Error('full');

const decoder = new Decompress((chunk) => {
  chunks.push(chunk);
  size += chunk.length;
  if (size > limitBytes) throw full;
});

try {
  decoder.push(body, true);
} catch (error) {
  if (error !== full) throw error;
}
parentPort?.postMessage(chunks, [...new Set(chunks.map((chunk) => chunk.buffer))]);
