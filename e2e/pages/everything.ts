/** A pipeline whose editor shows every kind of card, a form, a problem and params. */
export function everything(name: string) {
  return {
    name,
    params: { stage: { type: 'string', enum: ['test', 'live'], default: 'test' } },
    outputs: { stage: '{{params.stage}}' },
    steps: [
      {
        id: 'call',
        name: 'Call',
        action: 'api_call',
        params: {
          url: 'http://127.0.0.1:9/',
          method: 'POST',
          headers: { a: 'b' },
          body: { c: 1 },
          odd: true,
        },
        retry: { max_attempts: 3 },
        condition: 'params.stage == "live"',
      },
      {
        id: 'decide',
        name: 'Decide',
        action: 'conditional',
        params: { condition: 'params.stage == "live"', on_true: 'each' },
        depends_on: ['call'],
      },
      {
        id: 'each',
        name: 'Each',
        action: 'loop',
        params: { items: [1, 2], action: 'log', action_params: { message: '{{item}}' } },
      },
      { id: 'wrong', name: 'Wrong', action: 'http_request', params: {} },
    ],
    layout: {
      steps: {
        call: { x: 0, y: 0 },
        decide: { x: 340, y: 0 },
        each: { x: 680, y: 0 },
        wrong: { x: 0, y: 260 },
      },
      notes: [{ id: 'n', x: 340, y: 260, text: 'A **note**' }],
    },
  };
}
