ALTER TABLE "pipelines" ADD COLUMN "folder" text;--> statement-breakpoint
ALTER TABLE "pipelines" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "pipelines" ADD COLUMN "pinned" boolean DEFAULT false NOT NULL;