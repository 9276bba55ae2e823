CREATE TABLE "installation" (
	"key" text PRIMARY KEY NOT NULL,
	"value" json NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "listeners" (
	"id" text PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"endpoints" json NOT NULL,
	"egress" json,
	"seen_at" timestamp with time zone NOT NULL
);
