/** Set in this browser once a message was sent to a deployment. */
export const CHAT_TRIED = 'pipewright.chat-tried';
