ALTER TABLE "models" ADD COLUMN "upload" json;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "waiting" json DEFAULT '[]' NOT NULL;