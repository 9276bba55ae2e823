import { type ChatRequest, chatBody, chatUrl } from '@/client/chat';

/** A command that sends the same request; a key is left as a variable, since commands are shared. */
export function curlOf(request: ChatRequest): string {
  const body = JSON.stringify(chatBody(request)).replaceAll("'", "'\\''");
  const lines = [
    `curl -N '${chatUrl(request.baseUrl)}'`,
    "-H 'content-type: application/json'",
    ...(request.key === undefined ? [] : ['-H "authorization: Bearer $API_KEY"']),
    `-d '${body}'`,
  ];
  return lines.join(' \\\n  ');
}
