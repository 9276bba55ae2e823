import { z } from 'zod';

/** A deployment by its id or name. */
export const deploymentId = () => z.string().min(1).max(200).meta({ widget: 'deployment' });
