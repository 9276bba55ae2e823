import { type ChatRequest, chatBody, chatUrl } from '@/client/chat';

/** A curl command for a request. The key is a variable, because people share commands. */
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
