import { expect, test } from './fixtures';

test('an author draws a health check by mouse, runs it, and reads the result of every step', async ({
  pipelines,
  editor,
  run,
  service,
}) => {
  const address = `${service.url}/health`;
  service.answer('/health', { body: { state: 'up', region: 'north' } });
  await pipelines.createEmpty();
  await editor.nameIt('Health check');

  await test.step('drag the steps from the palette and fill their forms', async () => {
    await editor.drop('HTTP request', { x: 160, y: 100 });
    await editor.title('Call');
    await editor.type('URL', address);

    await editor.drop('Conditional', { x: 480, y: 100 });
    await editor.title('Healthy?');
    await editor.type('Condition', 'steps.http_request.output.status_code == 200');

    await editor.drop('Transform', { x: 160, y: 300 });
    await editor.title('Shout');
    await editor.choose('Operation', 'Uppercase');
    await editor.express('Input', '{{steps.http_request.output.response_body.state}}');

    await editor.drop('Set output', { x: 480, y: 300 });
    await editor.title('Report');
    await editor.type('Key', 'state');
    await editor.express('Value', '{{steps.transform.output.result}}');

    await editor.drop('Fail', { x: 480, y: 460 });
    await editor.title('Give up');
    await editor.type('Message', 'It returned {{steps.http_request.output.status_code}}');
    await editor.addParameter('Error code');
    await editor.type('Error code', 'UNHEALTHY');
  });

  await test.step('pull edges from handle to handle', async () => {
    const round = { size: '10px', target: '24px', isRing: true, turned: 'none' };
    expect(await editor.handleLook('Output of Call')).toEqual(round);
    expect(await editor.handleLook('Input of Healthy?')).toEqual(round);
    const diamond = { size: '10px', target: '24px', isRing: false, turned: '45deg' };
    expect(await editor.handleLook('Output true of Healthy?')).toEqual(diamond);
    await editor.connect('Call', 'Healthy?');
    await editor.connect('Healthy?', 'Shout', 'true');
    await editor.connect('Healthy?', 'Give up', 'false');
    await editor.connect('Shout', 'Report');
    await expect(editor.wire('from Healthy? to Shout, when true')).toBeVisible();
    await expect(editor.wire('from Healthy? to Give up, when false')).toBeVisible();
    await editor.hasNoProblems();
  });

  await test.step('run it against a healthy service', async () => {
    await editor.run();
    await run.isNow('Completed');
    await run.stepIs('Call', 'completed');
    await run.stepIs('Healthy?', 'completed');
    await run.stepIs('Shout', 'completed');
    await run.stepIs('Report', 'completed');
    await run.stepIs('Give up', 'skipped');
    expect(service.requests).toMatchObject([{ method: 'GET', path: '/health' }]);
  });

  await test.step('read what went into every step and what came out', async () => {
    await run.look('Call');
    expect(await run.resolvedInputs()).toMatchObject({ url: `"${address}"` });
    expect(await run.output()).toMatchObject({
      status_code: 200,
      response_body: { state: 'up', region: 'north' },
    });

    await run.look('Healthy?');
    expect(await run.output()).toEqual({ result: true, branch: 'true', target_step: 'transform' });

    await run.look('Shout');
    expect(await run.writtenInputs()).toMatchObject({ input: 'http_request.response_body.state' });
    expect(await run.resolvedInputs()).toMatchObject({ operation: '"uppercase"', input: '"up"' });
    expect(await run.output()).toEqual({ result: 'UP' });

    await run.look('Report');
    expect(await run.resolvedInputs()).toMatchObject({ key: '"state"', value: '"UP"' });

    await run.look('Give up');
    await expect(run.inspector).toContainText('branch false not taken by Healthy?');

    await run.lookAtAll();
    expect(await run.runOutput('state')).toBe('UP');
  });

  await test.step('the other branch: the service is ill', async () => {
    await run.exit();
    service.answer('/health', { status: 503, body: { state: 'down' } });
    await editor.run();
    await run.isNow('Failed');
    await run.stepIs('Shout', 'skipped');
    await run.stepIs('Report', 'skipped');
    await run.stepIs('Give up', 'failed');
    await run.look('Give up');
    await expect(run.inspector).toContainText('It returned 503');
    await expect(run.inspector).toContainText('UNHEALTHY');
    await expect(run.inspector).toContainText('explicit_failure');
  });
});
