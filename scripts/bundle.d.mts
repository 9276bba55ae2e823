export function removeOld(name: string, at: string): Promise<void>;
