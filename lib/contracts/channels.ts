import { z } from 'zod';
import { CHANNEL_KINDS } from '@/engine/channels';

/** Channels of notifications, and whether steps can use them without a webhook or mail server of their own. */
export const channelListSchema = z.object({
  channels: z.array(
    z.object({ name: z.enum(CHANNEL_KINDS.map(({ name }) => name)), configured: z.boolean() }),
  ),
});
export type ChannelList = z.infer<typeof channelListSchema>;
