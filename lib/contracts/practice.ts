/** The name of the practice service, which is inside the server. `.internal` is reserved for private use (ICANN, 2024). */
export const PRACTICE_HOST = 'practice.internal';
