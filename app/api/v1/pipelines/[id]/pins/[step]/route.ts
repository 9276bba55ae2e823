import { pinEndpoints } from '@/lib/contracts/endpoints/pins';
import { serve } from '@/lib/server';
import { getOutputPin, removeOutputPin } from '@/lib/server/services/runs/output-pins';
import { pinOutput } from '@/lib/server/services/runs/pin-output';

export const GET = serve(pinEndpoints.get, getOutputPin);

export const PUT = serve(pinEndpoints.set, pinOutput);

export const DELETE = serve(pinEndpoints.remove, removeOutputPin);
