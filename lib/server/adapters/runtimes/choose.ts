import { ActionError } from '@/engine';
import { EMBEDDED, type ModelFormat, type Runtime } from './runtime';

/** The requirements of a deployment on its runtime. */
export interface RuntimeRequest {
  /** Name of the model, for messages. */
  readonly model: string;
  readonly format: ModelFormat | undefined;
  /** Name of the requested runtime. @default the first one that supports the format */
  readonly runtime?: string | undefined;
  readonly gpuCount: number;
}

/** The runtimes of an installation, and which of them can be started on this machine. */
export interface RuntimeOffer {
  readonly runtimes: readonly Runtime[];
  readonly isInstalled: (runtime: Runtime) => boolean;
  /** Instructions for installing a runtime. @default on this machine */
  readonly howToInstall?: (runtime: Runtime) => string;
}

/**
 * Selects the runtime of a deployment: the requested one, or the first installed one that supports the format.
 * @throws ActionError `invalid_params` for an unknown name, `rejected` where no runtime can load the model
 */
export function chooseRuntime(request: RuntimeRequest, offer: RuntimeOffer): Runtime {
  return request.runtime === undefined
    ? firstFitting(request, offer)
    : named(request.runtime, request, offer);
}

function named(name: string, request: RuntimeRequest, offer: RuntimeOffer): Runtime {
  const { runtimes, isInstalled, howToInstall = onThisMachine } = offer;
  const runtime = runtimes.find((candidate) => candidate.name === name);
  if (runtime === undefined) {
    const names = runtimes.map((known) => known.name).join(', ');
    throw new ActionError('invalid_params', `The runtime "${name}" does not exist. Use one of ${names}.`, {
      code: 'unknown_runtime',
    });
  }
  const { format, model, gpuCount } = request;
  if (format !== undefined && !runtime.formats.includes(format)) {
    throw unsuitable(
      `${runtime.title} does not load ${format} files, which the model "${model}" has. It loads ${runtime.formats.join(', ')}. Choose another runtime or model.`,
    );
  }
  if (gpuCount > 0 && !runtime.usesGpu) {
    throw unsuitable(`${runtime.title} does not use GPUs. Set gpu_count to 0, or choose another runtime.`);
  }
  if (!isInstalled(runtime)) throw unsuitable(`${runtime.title} is not installed. ${howToInstall(runtime)}`);
  return runtime;
}

function firstFitting(request: RuntimeRequest, offer: RuntimeOffer): Runtime {
  const { runtimes, isInstalled, howToInstall = onThisMachine } = offer;
  const { model, format, gpuCount } = request;
  if (format === undefined) {
    throw unsuitable(
      `The model "${model}" has no file with weights (.gguf, .safetensors, .onnx, .bin, .pt, .pth). Add a model that has one, or choose a runtime.`,
    );
  }
  const fitting = runtimes.filter(
    (runtime) => runtime.formats.includes(format) && (gpuCount === 0 || runtime.usesGpu),
  );
  const installed = fitting.find(isInstalled);
  if (installed !== undefined) return installed;
  const forGpu = gpuCount > 0 ? ' on a GPU' : '';
  if (fitting.length === 0) {
    throw unsuitable(
      `No runtime loads ${format} files${forGpu}, which the model "${model}" has. Add one to RUNTIMES_FILE, or use a model in another format.`,
    );
  }
  const titles = fitting.map(({ title }) => title).join(' or ');
  throw unsuitable(
    `The model "${model}" needs ${titles}${forGpu}, and none is installed. ${fitting.map(howToInstall).join(' ')}`,
  );
}

function onThisMachine({ name, title, command: [program = ''] }: Runtime): string {
  return name === EMBEDDED
    ? 'For Embedded, run "npm install" with optional dependencies.'
    : `For ${title}, install ${program} on the PATH of the server.`;
}

function unsuitable(message: string): ActionError {
  return new ActionError('rejected', message, { code: 'no_runtime' });
}
