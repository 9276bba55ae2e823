/** Storage key, set after the first message to a deployment. */
export const CHAT_TRIED = 'pipewright.chat-tried';
