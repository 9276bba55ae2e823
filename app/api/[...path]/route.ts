import { refuseUnknownPath } from '@/lib/server';

export const dynamic = 'force-dynamic';

// Any other path below /api, which would be answered with a page.
export const GET = refuseUnknownPath;
export const POST = refuseUnknownPath;
export const PUT = refuseUnknownPath;
export const PATCH = refuseUnknownPath;
export const DELETE = refuseUnknownPath;
